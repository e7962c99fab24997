-- Mails to donors named the first donor ID of the site instead of their reader's own. Those that still wait go out right, and
-- whoever asks for the file of what is kept of them finds nobody else's ID in it.
UPDATE mails SET content = content || jsonb_build_object('donorId', coalesce((
	SELECT student_id FROM students WHERE students.participant_id = participants.id ORDER BY students.id LIMIT 1
), participants.email, recipient))
FROM participants WHERE participants.id = mails.participant_id AND content ? 'donorId';
