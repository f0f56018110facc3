/** Where the main calls to action lead: to what the blueprint is, or, for those who have access, straight into the wizard. */
export const landingPath = "/automation-blueprint-gtmarc";
export const wizardPath = "/blueprint/wizard/mode";
