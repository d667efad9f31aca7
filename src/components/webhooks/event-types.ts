/** Puts the types an endpoint receives into words. */
export const typesText = (types: readonly string[]): string => (types.includes('*') ? 'All types' : types.join(', '));
