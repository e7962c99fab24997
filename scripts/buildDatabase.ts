// Makes the database that a first start unpacks, unless it is up to date.
import { ensurePreparedImage } from '#server/db/preparedImage.ts';

await ensurePreparedImage();
