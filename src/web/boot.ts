// A prerendered page is painted first: until then its style sheet and fonts have the connection to themselves.
requestAnimationFrame(() => {
  setTimeout(() => void import('./main.tsx'));
});
