// The report of a full or damaged bin, on its page and in the guide's dialog.

export const description =
  'Tell ReRound about a full or damaged drop bin. It takes a minute and needs no login.';
export const heading = 'Report a full or damaged bin';
export const lead = 'It takes a minute and needs no login.';
export const whatIsNext = 'What happens next';
export const whatIsNextText =
  'Your report goes on the team’s list, and the bin is marked until someone has looked after it.';

export const loading = 'Loading the bins…';
export const noBins = 'No bins yet.';
export const noBinsText = 'None of our bins is out just now. If you have seen one, tell us where.';
export const contactUs = 'Contact us';

export const pickBin = 'Please pick a bin.';
export const bin = 'Bin';
export const namedBin = 'The bin you report';
export const sampleBin =
  'This is a sample bin of the demonstration, so there is nothing to look after. If a real bin needs us, pick it here.';
export const unknownBin =
  'The bin of this QR code is not in use any more, or the code was not read well. Please pick the bin you mean.';
export const yourName = 'Your name';
export const notes = 'Notes';
export const notesHint = 'What you saw: full to the top, a broken lid, bags beside it.';
export const send = 'Send';
export const sending = 'Sending…';

export const sentTitle = 'Report sent · ReRound';
export const sent = 'Report sent';
export const goHome = 'Go home';
export const whatWeTake = 'What we take';
export const close = 'Close';
