import { expect, test } from "vitest";
import { checkRows } from "./import-rows.server.ts";
import { readTable } from "./import-table.ts";

const emails = async (text: string) => {
  const { rows, guess } = readTable(text, ",");
  const { valid, rejected } = await checkRows(rows, guess);
  return { valid: valid.map(({ email }) => email), rejected: rejected.map(({ row }) => row) };
};

test("of several tables in a file, the one with the most people is read", async () => {
  const zoom = [
    "Attendee Report",
    'Report Generated:,"08/09/2026 02:31:08 PM"',
    "Topic,Webinar ID,Actual Start Time,Actual Duration (minutes),# Registered,Unique Viewers",
    'Automate your pipeline,123 4567 8901,"08/09/2026 10:45:00 AM",60,3,2',
    "Host Details,",
    "Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name",
    'Yes,Maya Host,maya@gtmarc.example,"08/09/2026 10:40:00 AM","08/09/2026 11:46:00 AM",66,No,Germany',
    "Panelist Details,",
    "Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name",
    'Yes,Pia Panel,pia@gtmarc.example,"08/09/2026 10:41:00 AM","08/09/2026 11:45:00 AM",64,Yes,Germany',
    "Attendee Details,",
    "Attended,User Name (Original Name),First Name,Last Name,Email,Phone,Registration Time,Approval Status,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name",
    'Yes,Anna B,Anna,B,a@firm.example,+49 30 1,"08/01/2026 09:00:00 AM",approved,"08/09/2026 10:50:00 AM","08/09/2026 11:40:00 AM",50,No,Germany',
    'No,Ben,Ben,C,b@firm.example,,"08/01/2026 09:00:00 AM",approved,--,--,--,--,',
    'No,Cleo,Cleo,D,c@firm.example,,"08/01/2026 09:00:00 AM",approved,--,--,--,--,',
  ].join("\r\n");
  const { titleRows, rows, guess } = readTable(zoom, ",");
  expect(titleRows).toBe(11);
  expect((await checkRows(rows, guess)).valid).toMatchObject([
    { email: "a@firm.example", firstName: "Anna", lastName: "B", phone: "+49 30 1" },
    { email: "b@firm.example", firstName: "Ben", lastName: "C" },
    { email: "c@firm.example", firstName: "Cleo", lastName: "D" },
  ]);
  const meeting = [
    "Topic,Meeting ID,Start Time,End Time,User Email,Duration (Minutes),Participants,",
    "Weekly,123 4567 8901,08/09/2026 10:00,08/09/2026 11:00,host@gtmarc.example,60,3,",
    "Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest",
    "Maya Host,host@gtmarc.example,08/09/2026 10:00,08/09/2026 11:00,60,No",
    "Anna Bell (Anna),a@firm.example,08/09/2026 10:00,08/09/2026 11:00,60,Yes",
  ].join("\n");
  expect(await emails(meeting)).toEqual({ valid: ["host@gtmarc.example", "a@firm.example"], rejected: [] });
  const teams = [
    "2. Participants",
    "Name\tFirst Join\tEmail\tRole",
    "Anna B\t10:00\ta@firm.example\tPresenter",
    "3. In-Meeting Activities",
    "Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole",
    "Anna B\t10:00\t10:10\t10m\ta@firm.example\tPresenter",
    "Anna B\t10:20\t10:30\t10m\ta@firm.example\tPresenter",
  ].join("\n");
  expect(readTable(teams, "\t").titleRows).toBe(1);
  // Two exports in one file: the second headings are a row that is rejected.
  const twice = "Email,First Name\na@firm.example,A\n";
  expect(await emails(`${twice}Email,First Name\nb@firm.example,B\nc@firm.example,C\n`)).toEqual({
    ...{ valid: ["a@firm.example", "b@firm.example", "c@firm.example"], rejected: [3] },
  });
});

test("a row that only mentions an email and a contact is no heading", async () => {
  const rows = [
    "a@firm.example,Phone,Client",
    ",Email,Contact",
    "b@firm.example,Email,Contact",
    "c@firm.example,Email,Contact",
  ];
  const { titleRows, rows: read } = readTable(["Email,Preferred,Type", ...rows].join("\n"), ",");
  expect(titleRows).toBe(0);
  expect(read).toHaveLength(4);
});
