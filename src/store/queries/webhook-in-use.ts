/**
 * Of the webhooks `w`: those that are on, and whose owner is not suspended. In a file of its own, for
 * threads that do without the query builder.
 */
export const IN_USE_SQL =
  'w.is_active = 1 AND EXISTS (SELECT 1 FROM "user" u WHERE u.id = w.owner_id AND NOT u.suspended)';
