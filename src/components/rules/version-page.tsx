/** The page of one rules version of the chosen program. */
'use client';
import { OfOneProgram } from './of-one-program';
import { VersionDetail } from './version-detail';

export const VersionPage = ({ version }: { version: string }) => (
  <OfOneProgram>{(programId) => <VersionDetail programId={programId} version={version} />}</OfOneProgram>
);
