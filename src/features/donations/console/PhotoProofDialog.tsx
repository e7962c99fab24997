import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { formatDay } from '#words/formats.ts';
import { errorToast } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { PhotoUpload } from '#features/donations/photos/PhotoUpload.tsx';
import { photoReceiver, usePhotoUpload } from '#features/donations/photos/usePhotoUpload.ts';
import { changedValues } from '#web/form/changedValues.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { placeErrors } from '#web/form/serverErrors.ts';
import { SelectField, TextField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import type { DonationRow } from '#features/donations/contract.ts';
import { contract, photoProofBody } from './contract.ts';
import { DiscrepancyNote } from './DonationPieces.tsx';
import { donationPlace, donorName, weightOptions } from './listedDonation.ts';

type PhotoProofDialogProps = { donation: DonationRow; onClose: () => void };

/** Attaches or replaces the photo and the measured weight of a confirmed donation. */
export function PhotoProofDialog({ donation, onClose }: PhotoProofDialogProps) {
  const form = useZodForm(photoProofBody, {
    defaultValues: {
      photoUrl: donation.photoUrl ?? '',
      actualWeight: donation.actualWeight ?? donation.weight,
    },
  });
  const uploadedUrl = useRef<string | null>(null);
  const measuredWeight = useWatch({ control: form.control, name: 'actualWeight' });
  const upload = usePhotoUpload({
    onChange: (url) => {
      // Removing the file clears its address, but not an address that was typed later.
      if (url === null && form.getValues('photoUrl') !== uploadedUrl.current) return;
      uploadedUrl.current = url;
      form.setValue('photoUrl', url ?? donation.photoUrl ?? '', { shouldValidate: url !== null });
    },
  });
  const attachPhoto = useChange(contract.attachPhoto, {
    change: (send, body: z.input<typeof contract.attachPhoto.body>) =>
      send({ params: { id: donation.id }, body }),
    staysPending: true,
    onSuccess: () =>
      toast({ kind: 'success', title: 'Success!', description: 'Photo uploaded successfully' }),
    onError: (error) => {
      if (!placeErrors(form, error)) errorToast(error, 'Failed to upload photo');
    },
  });
  const isSending = upload.photo?.state === 'sending';

  return (
    <FormDialog
      onClose={onClose}
      title="Upload Photo Proof"
      description={`Donation ${donation.id}, ${donorName(donation)}`}
      submitLabel="Upload Photo"
      pendingLabel="Uploading..."
      disabledReason={isSending ? 'Wait until the photo has arrived.' : undefined}
      form={form}
      change={attachPhoto}
      onSubmit={(values) => {
        if (isSending) return;
        const { photoUrl, actualWeight } = donation;
        const changes = changedValues(values, { photoUrl, actualWeight });
        if (changes) attachPhoto.mutate(changes, { onSuccess: onClose });
        else onClose();
      }}
      failed={null}
    >
      <DonationFacts donation={donation} />
      <div {...photoReceiver(upload)} className="contents">
        <PhotoUpload upload={upload} label="Photo file" labelNote="or an address below" />
        <TextField
          control={form.control}
          name="photoUrl"
          label="Photo URL"
          hint="Upload to an image host and paste the direct image URL, or choose a file above."
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div>
        <SelectField
          control={form.control}
          name="actualWeight"
          label="Actual Measured Weight"
          options={weightOptions}
        />
        {donation.participantId !== null && (
          <DiscrepancyNote claimed={donation.weight} measured={measuredWeight} />
        )}
      </div>
    </FormDialog>
  );
}

function DonationFacts({ donation }: { donation: DonationRow }) {
  const weightTerm = donation.participantId === null ? 'Weight' : 'Claimed weight';
  const facts = [
    [weightTerm, donation.weight],
    ['Date', formatDay(donation.date)],
    ['Location', donationPlace(donation)],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 rounded-large bg-sunk px-4 py-3">
      {facts.map(([term, value]) => (
        <div key={term} className="min-w-0">
          <dt className="text-[0.8125rem] text-muted">{term}</dt>
          <dd className="font-semibold wrap-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
