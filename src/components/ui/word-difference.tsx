/** Shows what changed between two texts, word by word; a screen reader is told where each change begins and ends. */
import { wordDifference, type WordPiece } from '@/domain/word-difference';

export const WordDifference = ({ before, after }: { before: string; after: string }) => (
  <p className="break-words">
    {wordDifference(before, after).map((piece, index) => (
      <Piece key={index} {...piece} />
    ))}
  </p>
);

function Piece({ kind, text }: WordPiece) {
  if (kind === 'same') return text;
  const Tag = kind === 'removed' ? 'del' : 'ins';
  const [name, look] = kind === 'removed' ? ['was', 'bg-danger-soft mr-1'] : ['now', 'bg-success-soft no-underline font-medium'];
  return (
    <Tag className={look}>
      <span className="sr-only"> [{name}: </span>
      {text}
      <span className="sr-only">] </span>
    </Tag>
  );
}
