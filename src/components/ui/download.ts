/** Downloads a file to the user's device. Browser only. */
export function download(name: string, content: string, mediaType: `${string}/${string}`): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${mediaType};charset=utf-8` }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

/** A name in the form of the beginning of a file name. */
export const fileNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
