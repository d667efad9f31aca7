/** Offers every export, for the chosen program and period. */
'use client';
import { Download } from 'lucide-react';
import { ReportHeader, usePeriod } from '@/components/reports/report-frame';
import { useProgramFilter } from '@/components/shell/program-filter';
import { FilterBar } from '@/components/data-table/filters';
import { Button } from '@/components/ui/button';
import { exportAddress, type ExportFile } from './export-address';

interface Offer {
  readonly file: ExportFile;
  readonly name: string;
  readonly what: string;
  /** Never filtered: a proof covers the whole ledger. */
  readonly whole?: boolean;
}

const OFFERS: readonly Offer[] = [
  {
    file: 'exports.participants',
    name: 'Participants',
    what: 'One row each, with profile, status, tags and attributes. Can be imported again.',
  },
  { file: 'exports.journalEntries', name: 'Journal entries', what: 'One row for each posting, with its account, signed amount and hash.' },
  { file: 'exports.events', name: 'Events', what: 'One row each, with its data as JSON, its outcome and when it happened.' },
  { file: 'exports.redemptions', name: 'Redemptions', what: 'One row each, with amount, status, reward and reversals.' },
  {
    file: 'exports.ledger',
    name: 'Proof of the ledger',
    what: 'Every sealed entry with signatures, as JSON lines that anybody can verify without the service.',
    whole: true,
  },
];

export function ExportsPage() {
  const program = useProgramFilter();
  const { window, choice } = usePeriod();
  return (
    <>
      <ReportHeader question="Which data can be downloaded as a file?" />
      <FilterBar>{choice}</FilterBar>
      <ul className="panel divide-line divide-y">
        {OFFERS.map(({ file, name, what, whole }) => (
          <li key={file} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3">
            <div className="min-w-0 flex-1 basis-64">
              <h2 className="font-medium">{name}</h2>
              <p className="text-ink-soft">
                {what}
                {whole && ' Always complete.'}
              </p>
            </div>
            <Button asChild>
              <a href={exportAddress(file, whole ? {} : { ...window, program_id: program })} download>
                <Download aria-hidden /> {whole ? 'NDJSON' : 'CSV'}
                <span className="sr-only"> of {name}</span>
              </a>
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-ink-soft mt-3 max-w-prose">
        Rows created in the period, as of a single moment. A download that breaks off is incomplete: start it again. Your programs can fetch
        the same files from <code>/v1/exports</code>.
      </p>
    </>
  );
}
