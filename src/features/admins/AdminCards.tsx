import { CardActions, CardHeading, CardRow, CardTop } from '#web/console/CardRow.tsx';
import {
  AdminActions,
  type AdminListProps,
  AdminName,
  AdminState,
  isOwn,
  LastSeen,
  RoleChoice,
  secondFactorWords,
} from './AdminPieces.tsx';
import { roleWords } from './adminWords.ts';

/** The admins where no table has room. */
export function AdminCards({ admins, ...list }: AdminListProps) {
  return (
    <ul aria-label="Admins">
      {admins.map((admin) => {
        const isFixed = !admin.isActive || isOwn(admin, list);
        return (
          <CardRow
            key={admin.id}
            id={admin.id}
            facts={
              !isFixed && (
                <div className="mt-2.5 flex items-center justify-between gap-3">
                  <span aria-hidden="true" className="text-muted">
                    Role
                  </span>
                  <RoleChoice admin={admin} isFixed={false} className="min-w-40" />
                </div>
              )
            }
            end={
              <CardActions>
                <AdminActions {...list} admin={admin} size="small" />
              </CardActions>
            }
          >
            <CardTop pill={<AdminState admin={admin} />}>
              <CardHeading>
                <AdminName admin={admin} own={list.own} />
              </CardHeading>
            </CardTop>
            <p className="mt-0.5 text-[0.9375rem] text-muted tabular first-letter:uppercase">
              <LastSeen {...list} admin={admin} />, {isFixed && `${roleWords[admin.role].toLowerCase()}, `}
              {secondFactorWords({ ...list, admin })}
            </p>
          </CardRow>
        );
      })}
    </ul>
  );
}
