import { describe, expect, test } from 'vitest';
import { sentences } from '#french/sentences.ts';
import { messagesOf, readContracts } from '#server/testing/contracts.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { translate, withValues } from '#shared/sentence.ts';

const site = useTestSite();

const donation = { studentId: 'D1', weight: '1-2kg', date: '2026-11-20' };

describe('the API', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'en'],
    ['en-CA,en;q=0.9,fr;q=0.8', 'en'],
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['FR-ca, en;q=0.5', 'fr'],
    ['en;q=0.5, fr-FR;q=0.6', 'fr'],
    ['de, fr;q=0.4, en;q=0.3', 'fr'],
    ['fr;q=0, en', 'en'],
    ['fr;q=oops,,;', 'en'],
  ])('asked with Accept-Language %j speaks %s', async (asked, language) => {
    const headers = { ...(asked !== undefined && { 'accept-language': asked }) };
    const answer = await site.app.inject({ method: 'POST', url: '/api/donations', payload: {}, headers });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.studentId).toBe(
      language === 'fr' ? 'Le numéro étudiant est obligatoire' : 'Student ID is required',
    );
    expect(answer.json().error).toBe(Object.values(answer.json().fields)[0]);
  });

  test('answers in French', async () => {
    const headers = { 'accept-language': 'fr-CA' };
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/donations',
      payload: donation,
      headers,
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      message: 'Merci. Votre don est inscrit.',
      stats: { nextGoal: expect.stringContaining('Encore six dons de 2,5\u00a0kg') as string },
      note: expect.stringContaining('tableau de bord') as string,
      discountMessage: expect.stringContaining('code de récompense') as string,
    });
    const otherOrigin = await site.app.inject({
      method: 'POST',
      url: '/api/donations',
      payload: donation,
      headers: { ...headers, origin: 'https://elsewhere.example' },
    });
    expect(otherOrigin.json().error).toContain(`Veuillez ouvrir ${site.site.publicUrl} et réessayer`);
    const missing = await site.app.inject({ url: '/api/nothing', headers });
    expect(missing.json()).toMatchObject({ error: 'Il n’y a rien ici.', code: 'not_found' });
  });

  test.each(['/fr', '/fr?bin=1', '/fr/log?bin=1'])(
    'speaks French at the French address %s, whatever the browser prefers',
    async (url) => {
      const headers = { 'accept-language': 'en' };
      const answer = await site.app.inject({ method: 'POST', url, headers });
      expect(answer.json()).toMatchObject({ error: 'Il n’y a rien ici.', code: 'not_found' });
    },
  );
});

describe('the French of a sentence', () => {
  test('is found by its English text and filled with values', () => {
    const triesLeft = withValues('That code is not right. {tries} tries left.', { tries: 3 });
    expect(translate(triesLeft, sentences)).toBe('Ce code n’est pas le bon. Il reste 3\u00a0essais.');
    expect(translate(triesLeft)).toBe('That code is not right. 3 tries left.');
    expect(translate('Please use at most 80 characters', sentences)).toBe(
      'Veuillez utiliser au plus 80 caractères',
    );
    for (const text of ['Something {nobody} says', 'constructor'])
      expect(translate(text, sentences)).toBe(text);
  });

  test('exists for every message of a schema outside the console', async () => {
    const untranslated = new Set<string>();
    for (const { name, endpoint } of await readContracts()) {
      if (['volunteer', 'admin'].includes(endpoint.access) || name === 'staff.adminLogin') continue;
      for (const schema of [endpoint.params, endpoint.query, endpoint.body])
        for (const message of messagesOf(schema))
          if (!Object.hasOwn(sentences, message)) untranslated.add(message);
    }
    expect([...untranslated]).toEqual([]);
  });
});
