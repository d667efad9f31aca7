/** The page of docs/gallery: every picture with its sentence, section by section. */
import { SECTIONS, type Picture } from './pictures';

export function index(pictures: readonly Picture[]): string {
  const sections = SECTIONS.map((title) => {
    const items = pictures.filter((picture) => picture.section === title);
    return `## ${title}\n\n${items.map(({ name, caption }) => `${caption}\n\n![${caption}](${name}.webp)`).join('\n\n')}`;
  });
  return `# Gallery

Every page of the dashboard, with a year of two programs of one organization in it. \`npm run gallery\` creates the
organization through the API and takes the pictures again. Everything comes out the same except for ids.

${sections.join('\n\n')}
`;
}
