/** Shows a sentence from the API, with backticked parts as code. */
import type { ReactNode } from 'react';

export const Prose = ({ text }: { text: string }): ReactNode =>
  text.split('`').map((piece, index) =>
    index % 2 === 1 ? (
      <code key={index} className="font-mono text-xs">
        {piece}
      </code>
    ) : (
      piece
    ),
  );
