import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { createQueryClient } from './api/queries.ts';
import { routes } from './routes.tsx';
import './styles.css';

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
