import { z } from 'zod';

// Without this, zod tests whether it may compile its checks by `new Function`. The content security policy forbids that, and
// browsers report the attempt. It must run before the first schema is made, so vite.config.ts puts both into one file.
z.config({ jitless: true });
