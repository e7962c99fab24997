import { z } from 'zod';
import { reportBin as words } from '#words/bins.tsx';
import { contract } from './contract.ts';

const { reportedBy, notes, email } = contract.reportOverflow.body.shape;

export const reportForm = z.object({ binId: z.string().min(1, words.pickBin), reportedBy, notes, email });
