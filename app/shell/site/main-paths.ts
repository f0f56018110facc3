/** Where the main calls to action lead: to what the blueprint is, or, for those who have access, straight into the wizard. */
export const landingPath = "/automation-blueprint-gtmarc";
/** The two-minute estimate, which needs no code. */
export const estimatePath = `${landingPath}#estimate`;
export const wizardPath = "/blueprint/wizard/mode";
