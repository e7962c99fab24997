import { z } from 'zod';

// zod would try whether it may compile its checks with new Function, which the content security policy
// forbids and browsers report. It must know before the first schema is made: vite.config.ts puts this beside it.
z.config({ jitless: true });
