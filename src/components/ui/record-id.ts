/** Whether a text is the id of a record and not a name: told without the schemas, which no page needs for it. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isRecordId = (text: string): boolean => UUID.test(text);
