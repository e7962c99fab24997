import { useQuery } from '@tanstack/react-query';
import { addressNews, donorNews, type NewsKind } from '#shared/mail.ts';
import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import { errorToast } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox } from '#web/ui/Field.tsx';
import { news as words } from '#words/dashboard.tsx';
import type { contract } from './contract.ts';

const path = '/api/students/news';

const studentNews = cachedLightEndpoint<typeof contract.studentNews>({
  method: 'GET',
  path,
  access: 'donor',
  shows: ['participants'],
});

const changeStudentNews = cachedLightEndpoint<typeof contract.changeStudentNews>({
  method: 'POST',
  path,
  access: 'donor',
  changes: ['participants'],
});

export function NewsCard() {
  const { data } = useQuery(endpointQuery(studentNews, {}));
  const switchNews = useChange(changeStudentNews, {
    change: (send, { kind, isOn }: { kind: NewsKind; isOn: boolean }) =>
      send({ body: { kinds: { [kind]: isOn } } }),
    staysPending: true,
    onError: (error) => errorToast(error, words.failed),
  });
  if (!data?.isMailOn) return null;

  const renderChoices = (kinds: readonly NewsKind[]) => (
    <ul className="mt-1.5">
      {kinds.map((kind) => (
        <li key={kind}>
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <Checkbox
              checked={
                switchNews.isPending && switchNews.variables.kind === kind
                  ? switchNews.variables.isOn
                  : data.kinds[kind]
              }
              onChange={({ currentTarget: { checked: isOn } }) => {
                if (!switchNews.isPending) switchNews.mutate({ kind, isOn });
              }}
            />
            {words.newsLabels[kind]}
          </label>
        </li>
      ))}
    </ul>
  );

  return (
    <Card as="section" aria-labelledby="news">
      <h2 id="news" className="t-3">
        {words.heading}
      </h2>
      {data.hasAddress ? (
        <>
          <p className="mt-1.5 text-muted">{words.weWriteWhen}</p>
          {renderChoices(donorNews)}
          <h3 className="t-4 mt-4">{words.pickups}</h3>
          {renderChoices(addressNews)}
        </>
      ) : (
        <p className="mt-1.5 text-muted">{words.noAddress}</p>
      )}
    </Card>
  );
}
