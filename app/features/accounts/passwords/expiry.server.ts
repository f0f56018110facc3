import { lt } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyInvitation, session, teamInvitation, verification } from "../tables.server.ts";

export async function sweepExpired(ctx: Ctx): Promise<{ sessions: number; proofs: number }> {
  const sessions = await ctx.db.delete(session).where(lt(session.expiresAt, ctx.now)).returning({ id: session.id });
  const proofs = await ctx.db
    .delete(verification)
    .where(lt(verification.expiresAt, ctx.now))
    .returning({ id: verification.id });
  await ctx.db.delete(companyInvitation).where(lt(companyInvitation.expiresAt, ctx.now));
  await ctx.db.delete(teamInvitation).where(lt(teamInvitation.expiresAt, ctx.now));
  return { sessions: sessions.length, proofs: proofs.length };
}
