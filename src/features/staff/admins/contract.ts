import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { choice, instant, ok, rowIdParameter } from '#shared/fields.ts';
import { adminRoles } from '#shared/roles.ts';
import { newUsername } from '#shared/usernames.ts';

const admin = z
  .object({
    id: z.int(),
    username: z.string(),
    role: z.enum(adminRoles),
    isActive: z.boolean().describe('Else nothing lets them in'),
    hasSecondFactor: z.boolean(),
    lastSeenAt: instant.nullable().describe('To the minute; null for who never signed in'),
  })
  .meta({ id: 'Admin' });

export type Admin = z.infer<typeof admin>;

const password = z.string().describe('Made up, shown this once and changed at the next sign-in');

export const addAdminBody = z.object({
  username: newUsername,
  role: choice(adminRoles),
});

const params = z.object({ id: rowIdParameter });

export const contract = {
  admins: endpoint({
    method: 'GET',
    path: '/api/admin/admins',
    summary: 'Everyone who may use the console, or might, in the order in which they came',
    access: 'admin',
    shows: ['admins'],
    response: z.object({ ok, admins: z.array(admin) }),
  }),
  addAdmin: endpoint({
    method: 'POST',
    path: '/api/admin/admins',
    summary: 'Let somebody use the console, with a password that is made up',
    access: 'admin',
    changes: ['admins'],
    refuses: ['duplicate'],
    body: addAdminBody,
    response: z.object({ ok, admin, password }),
  }),
  changeAdmin: endpoint({
    method: 'POST',
    path: '/api/admin/admins/{id}',
    summary: 'Give somebody another role, or switch them off or on; what is left out stays',
    access: 'admin',
    changes: ['admins'],
    refuses: ['not_found', 'not_yourself', 'last_admin'],
    params,
    body: z.object({
      role: choice(adminRoles).optional(),
      isActive: z.boolean({ error: 'Please say whether they may sign in' }).optional(),
    }),
    response: z.object({ ok, admin }),
  }),
  resetAdmin: endpoint({
    method: 'POST',
    path: '/api/admin/admins/{id}/reset',
    summary: 'Give somebody a new password, without their second factor, and end their sessions',
    access: 'admin',
    changes: ['admins'],
    refuses: ['not_found', 'not_yourself'],
    params,
    response: z.object({ ok, password }),
  }),
};
