-- A rejected donation counts nowhere: not as anyone's last one either. Another process may still be at work: no donation
-- may come between what is read and what is written.
LOCK TABLE donations, participants IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
UPDATE participants SET last_donation_at = counted.latest
FROM (
	SELECT participant_id, max(created_at) FILTER (WHERE rejected_at IS NULL) AS latest
	FROM donations GROUP BY participant_id
) counted
WHERE participants.id = counted.participant_id AND participants.last_donation_at IS DISTINCT FROM counted.latest;
