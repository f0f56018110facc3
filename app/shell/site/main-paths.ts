/** Target of the main calls to action: the landing page, or the wizard for visitors with access. */
export const landingPath = "/automation-blueprint-gtmarc";
/** The two-minute estimate, which needs no code. */
export const estimatePath = `${landingPath}#estimate`;
export const wizardPath = "/blueprint/wizard/mode";
