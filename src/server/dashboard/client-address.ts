/** Tells which address a person's request came from. */

/** The header in which the server puts the address of the connection, overwriting whatever a client sent. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

export const clientAddress = (headers: Headers): string | null => headers.get(CLIENT_ADDRESS_HEADER);
