import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { createQueryClient } from '#web/api/queries.ts';
import { z } from 'zod';
import { routes } from './routes.tsx';
import './styles.css';

// zod would try to compile its checks with new Function, which the content security policy forbids.
z.config({ jitless: true });

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root to render into.');

const queryClient = createQueryClient();
const router = createBrowserRouter(routes(queryClient));

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
