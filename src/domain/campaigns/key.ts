/** Makes the key of a campaign from its name, for one that is given none. */

const LONGEST = 90;

/** `spring-bonus` for “Spring bonus!”, and `spring-bonus-2` if that is taken. @param taken the keys of the other sets of the program. */
export function keyFromName(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST);
  const key = /^[a-z]/.test(words) ? words : ['campaign', words].filter((part) => part !== '').join('-');
  if (!taken.has(key)) return key;
  for (let number = 2; ; number += 1) if (!taken.has(`${key}-${number}`)) return `${key}-${number}`;
}
