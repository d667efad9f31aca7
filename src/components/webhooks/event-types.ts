/** The types an endpoint receives, in words. */
export const typesText = (types: readonly string[]): string => (types.includes('*') ? 'All types' : types.join(', '));
