import { type DomainError, refusedWith } from "../shared/errors.ts";

export const emailTaken = (email: string): DomainError =>
  refusedWith("email", `There is already an account for ${email}.`);

export const lastAdmin = (field: string): DomainError =>
  refusedWith(field, "This is the only administrator who can sign in. Make somebody else an administrator first.");

export const lastWay = (): DomainError =>
  refusedWith("id", "This is the only way to sign in to your account. Set a password or add another passkey first.");

/** `names` of workspaces. */
export const onlyOwnerOf = (names: readonly string[]): DomainError => {
  const where = names.map((name) => `“${name}”`).join(", ");
  return refusedWith(
    "id",
    `In ${where} this account is the only owner, apart from suspended ones, and there are other members. Make another member an owner there first, or delete the workspace.`,
  );
};
