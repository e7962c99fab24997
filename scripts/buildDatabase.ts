// Makes the database that a first start unpacks, unless it is up to date.
import { preparedImage } from '#server/db/preparedImage.ts';

await preparedImage();
