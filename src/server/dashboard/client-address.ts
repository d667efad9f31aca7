/** Where a request of a person comes from. */

/** The header in which our own server puts the address of the connection, whatever a client sent. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

export const clientAddress = (headers: Headers): string | null => headers.get(CLIENT_ADDRESS_HEADER);
