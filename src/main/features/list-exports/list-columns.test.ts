import { expect, it } from 'vitest';
import { bankAccountList, customerList, virtualAccountList, webhookList } from './list-columns.ts';

it('keeps the headings that spreadsheets of others read, in their order', () => {
  const headings = [customerList, virtualAccountList, bankAccountList, webhookList].map((columns) =>
    columns.map(([heading]) => heading).join(','),
  );
  expect(headings).toEqual([
    'customer ID,type,name,name is your display name,email,name and email unconfirmed,verification,criteria still needed,virtual accounts,labels,your reference,record unconfirmed,first recorded at,last updated at',
    'virtual account ID,customer ID,customer name,source currency,destination currency,network,wallet address,total fee bps,active,mismatch with request,labels,your reference,record unconfirmed,created,last updated at',
    'bank account ID,customer ID,customer name,bank name,account holder name,currency,account number,status,record unconfirmed,labels,your reference,last looked up at,missing since,last updated at',
    'webhook ID,name,description,URL,events,active,status,delivery rate,secret stored,record unconfirmed,labels,your reference,created,last updated at',
  ]);
});
