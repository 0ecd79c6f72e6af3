import { ats } from './connect.mjs';

const { displayName, ticketBalanceStamps } = await ats.principals.get();
console.log(`${displayName} has ${ticketBalanceStamps} stamps`);
