/** Keys of requests that were sent from this computer, as its audit log has it: whatever else is lost of them. */
export const keysSentHere = `SELECT coalesce(json_extract(facts, '$.intentKey'), '') FROM audit_log
  WHERE action LIKE '%.journalled'`;
