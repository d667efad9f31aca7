/** Writes the paths of values within JSON, such as `payload.items[0]`. */

/** The path of a member of the object at `path`. */
export const memberPath = (path: string, key: string): string =>
  /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
