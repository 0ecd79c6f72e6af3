/** The last audit of a worker. */
export { lastAudit, type AuditReport, type CheckReport } from '../../ledger/audit/last-audit';
