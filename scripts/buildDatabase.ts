// Makes the database that a first start begins with, unless the one that is there is still right.
import { preparedImage } from '#server/db/preparedImage.ts';

await preparedImage();
