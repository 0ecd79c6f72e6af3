import { type AddValue, containing, createdFrom, hasKey } from '../sql/filters';
import { byColumn, byText, type List } from '../sql/lists';
import { PAYMENT_POSITION } from './parties';

/** Lists of the platform, which only operators read. */

/** Principals, newest first. A text is compared with the names, because it may be anywhere in one. */
export const principals: List = {
  name: 'principals',
  columns: 'p.*',
  from: 'principal p',
  orders: { created_at: byColumn('p.principal_id') },
  filters: {
    text: (text: string, add: AddValue) => ({ where: `p.display_name ILIKE ${add(containing(text), 'text')}` }),
    bindingSubject: (subject: string, add: AddValue) => ({
      where: `p.principal_id IN (SELECT b.principal_id FROM binding b JOIN human h USING (human_id)
        WHERE h.subject = ${add(subject, 'text')})`,
    }),
    principalKey: hasKey('prn', 'p.principal_id'),
    createdFrom: createdFrom('p.principal_id', 'p.created_at'),
  },
  comparison: { alias: 'p', members: ['text'] },
};

/** The log of operators’ acts, newest first. */
export const operatorActs: List = {
  name: 'operator_acts',
  columns: 'o.*',
  from: 'operator_act o',
  orders: { created_at: byColumn('o.act_id') },
};

export const operatorActsOfSubject = (subjectKey: string): List => ({
  ...operatorActs,
  name: 'operator_acts_of_subject',
  variant: subjectKey,
  where: (add) => `o.subject_key = ${add(subjectKey, 'text')}`,
});

/** Parked purchases that operators have not resolved, newest first. */
export const parkedPurchases: List = {
  name: 'parked_purchases',
  columns: 'p.*',
  from: 'ticket_purchase p',
  where: `p.status = 'parked' AND p.parked_reason <> ALL (p.resolved_reasons)`,
  orders: { created_at: byText('payment_position(p.created_at, p.session_id)', PAYMENT_POSITION, 'varchar') },
};

/** Unresolved late payments, refunds, disputes and paid sessions without a purchase, newest first. */
export const flaggedPayments: List = {
  name: 'flagged_payments',
  columns: 'f.*',
  from: 'flagged_payment f',
  orders: { created_at: byText('payment_position(f.received_at, f.stripe_event_id)', PAYMENT_POSITION, 'varchar') },
};
