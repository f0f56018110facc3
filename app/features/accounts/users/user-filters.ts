export const userFilters = ["all", "admin", "disabled", "unconfirmed", "second-factor"] as const;
export type UserFilter = (typeof userFilters)[number];

export const userFilterLabels: Record<UserFilter, string> = {
  all: "All",
  admin: "Team",
  disabled: "Disabled",
  unconfirmed: "Not confirmed",
  "second-factor": "Second factor",
};

export const userRefusals = {
  own_account: "This is your own account. Change it under My Account, or ask another admin.",
  owner_only: "Only an owner can change an owner or make a user an owner.",
  account_disabled: "This account is disabled. Enable it first.",
  not_verified: "This address is not confirmed yet. The user has to confirm it first.",
  cannot_enroll:
    "This user has no second factor and is not signed in. Ask them to sign in, then give them the role: they set up the factor in that session.",
  in_team: "This person is in the team already.",
  not_in_team: "This user is not in the team.",
  no_factor: "This user has no second factor.",
  admin_account: "Remove the user from the team first.",
  no_such_member: "No account with this address has a company.",
  same_person: "That is the address of this account.",
  no_profile: "This user has not signed in yet.",
  email_mismatch: "That is not the address of this account.",
} as const;
