// One participant: the sheet of the console, the export and the removal.
import { adminRecorder, recordDownload } from '#features/audit/server.ts';
import { findDecidedDonations, donorRecord, findPendingDonations } from '#features/donations/serverRows.ts';
import { isUndeliverable } from '#features/mail/serverOutbox.ts';
import { findUndoableMerges } from '#features/donors/serverMerge.ts';
import {
  asSeenBy,
  findExistingRow,
  findRowWithStudentIds,
  noSuchParticipant,
} from '#features/donors/serverRows.ts';
import { deleteUnusedPhotos } from '#features/donations/photos/server.ts';
import { codeSeenBy, listCodesOfParticipant } from '#features/rewards/serverRows.ts';
import { implement } from '#server/http/call.ts';
import { dayOf } from '#shared/dates.ts';
import { contract, MOST_SHOWN } from './contract.ts';
import { buildPersonFile } from './serverExport.ts';
import { previewRemoval, removePerson } from './serverRemoval.ts';

const record = adminRecorder('participant');

export const peopleFeature = implement(contract, {
  participantSheet: async ({ database, params: { id }, site: { timeZone }, admin, now }) => {
    const participant = await findRowWithStudentIds(database, id);
    if (!participant) throw noSuchParticipant();
    const [figures, toDecide, [decided, total], codes, isEmailMarked, merges] = await Promise.all([
      donorRecord(database, id, dayOf(now, timeZone)),
      findPendingDonations(database, id, MOST_SHOWN),
      findDecidedDonations(database, id, MOST_SHOWN),
      listCodesOfParticipant(database, id, now, MOST_SHOWN),
      participant.email !== null && isUndeliverable(database, participant.email),
      admin.role === 'admin' ? findUndoableMerges(database, id, now) : [],
    ]);
    return {
      ok: true as const,
      participant: asSeenBy(admin, participant),
      record: figures,
      toDecide: toDecide.map((row) => asSeenBy(admin, row)),
      decided: { total, items: decided.map((row) => asSeenBy(admin, row)) },
      codes: {
        ...codes,
        items: codes.items.map((row) => ({ ...row, code: codeSeenBy(admin, row.code) })),
      },
      isEmailMarked,
      merges,
    };
  },

  exportPerson: async (call) => {
    const { params, site, admin, now } = call;
    const file = await buildPersonFile(site, params.id, now);
    await recordDownload(call, (transaction) =>
      record(transaction, now, admin, 'participant.file_exported', params.id),
    );
    return file;
  },

  removalPreview: async ({ database, params: { id } }) => previewRemoval(database, id),

  removePerson: async ({ transaction, params: { id }, body, admin, site, request, afterCommit, now }) => {
    const { reason, name } = body;
    await removePerson(transaction, { id, reason, name, admin }, now);
    afterCommit(() => deleteUnusedPhotos(site, request.log));
    return { ok: true as const, participant: await findExistingRow(transaction, id) };
  },
});
