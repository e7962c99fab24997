import { z } from 'zod';

// zod would try whether it may compile its checks with new Function, which the content security policy
// forbids and browsers report. This must run before the first schema is made, so vite.config.ts puts both into one file.
z.config({ jitless: true });
