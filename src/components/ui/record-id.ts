/** Tells a record's id from a name, without the schemas, which no page needs for it. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isRecordId = (text: string): boolean => UUID.test(text);
