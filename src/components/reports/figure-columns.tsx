/** The columns of a roll-forward. All of them stay on narrow screens, where the table scrolls, because only together do they add up. */
import type { RollForwardRow } from '@/contract/report';
import type { Column } from '@/components/data-table/column';
import { Money } from '@/components/ui/money';

type Figures = Omit<RollForwardRow, 'asset_id'>;

const FIGURES: readonly { figure: keyof Figures; header: string }[] = [
  { figure: 'opening', header: 'Opening' },
  { figure: 'issued', header: '+ Issued' },
  { figure: 'reversed', header: '+ Reversed' },
  { figure: 'redeemed', header: '− Redeemed' },
  { figure: 'expired', header: '− Expired' },
  { figure: 'forfeited', header: '− Forfeited' },
  { figure: 'debited', header: '− Debited' },
  { figure: 'voided', header: '− Voided' },
  { figure: 'closing', header: '= Closing' },
];

export const figureColumns = <Row extends Figures>(): Column<Row>[] =>
  FIGURES.map(({ figure, header }) => ({
    header,
    numeric: true,
    cell: (row) => <Money amount={row[figure]} className={figure === 'closing' ? 'font-medium' : undefined} />,
    text: (row) => row[figure],
  }));
