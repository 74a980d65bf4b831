BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	origin VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	time DATETIME NOT NULL, 
	user TEXT NOT NULL, 
	event VARCHAR(32) NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	action VARCHAR(1) NOT NULL, 
	study_uid TEXT NOT NULL, 
	detail TEXT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (id), 
	CONSTRAINT fk_audit_origin_audit_chains FOREIGN KEY(origin) REFERENCES audit_chains (origin), 
	CONSTRAINT uq_audit_origin_seq UNIQUE (origin, seq)
);
INSERT INTO "audit" VALUES(1,'fecf571c95d34ba887079946fe1de150',1,'2026-03-12 12:01:00.000000','Dr. Roe','upgraded','110100','E','','{"from":"0001"}','25cc707099ca4f121ba3c841c15e7a6a64d9831fdbd111657040368f49249fdd');
INSERT INTO "audit" VALUES(2,'fecf571c95d34ba887079946fe1de150',2,'2026-03-12 12:01:00.000000','Dr. Roe','adopted','110100','E','1.2.3','{"head":"713effc2519439365c5166232f1ccbb74cfba7ef635050b7c20c24faab6878e0","version":6}','c1c3365ce4110b9ca77d9ed67b6e0918e98ac0e56e2b507adaf3ca92631a541f');
INSERT INTO "audit" VALUES(3,'fecf571c95d34ba887079946fe1de150',3,'2026-03-12 12:01:00.000000','Dr. Roe','adopted','110100','E','1.2.4','{"head":"e0f9b5caef6ff4f5bd66e5dac0b951fe4ddac1c9ecb0cebd67151ad34a6cd43d","version":1}','16ab8769a7f5bcc84ec77be22bcac3ec26a21055d84704f279929809f9ffc3e8');
INSERT INTO "audit" VALUES(4,'fecf571c95d34ba887079946fe1de150',4,'2026-03-12 12:01:00.000000','Dr. Roe','adopted','110100','E','1.2.5','{"head":"f08cf8eaf2fef09eaeea91bf14d4980313a3fdbf7b5da567914f309b652578e6","version":0}','c88e42866dbfa0183451d7589306780a12ad574bf9c262bec1725cf4eb5fb61d');
INSERT INTO "audit" VALUES(5,'fecf571c95d34ba887079946fe1de150',5,'2026-03-12 12:01:00.000000','Dr. Roe','adopted','110100','E','1.2.3','{"panel":"3882d2be7847bc6ad1bed8a11bdc56ed3bb9e8e8592a2761109db8d72a7c66ce"}','a674ff7b24b59feaaa9af886164be5d7cbebdd285479f384eeb0bbf705c98367');
INSERT INTO "audit" VALUES(6,'fecf571c95d34ba887079946fe1de150',6,'2026-03-12 12:01:00.000000','Dr. Roe','upgraded','110100','E','','{"from":"0002"}','f3dcc406da565588a68dbeabeed9d8c0e9abf63bad13570464f7d5e4fd202225');
CREATE TABLE audit_chains (
	origin VARCHAR(32) NOT NULL, 
	count INTEGER NOT NULL, 
	head VARCHAR(64) NOT NULL, 
	active BOOLEAN NOT NULL, 
	CONSTRAINT pk_audit_chains PRIMARY KEY (origin)
);
INSERT INTO "audit_chains" VALUES('fecf571c95d34ba887079946fe1de150',6,'f3dcc406da565588a68dbeabeed9d8c0e9abf63bad13570464f7d5e4fd202225',1);
CREATE TABLE operations (
	id INTEGER NOT NULL, 
	review_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	json TEXT NOT NULL, 
	author TEXT NOT NULL, 
	time DATETIME NOT NULL, hash VARCHAR(64) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_operations PRIMARY KEY (id), 
	CONSTRAINT fk_operations_review_id_reviews FOREIGN KEY(review_id) REFERENCES reviews (id), 
	CONSTRAINT uq_operations_review_id_seq UNIQUE (review_id, seq)
);
INSERT INTO "operations" VALUES(1,1,1,'edit','do','{"at":0,"removed":"","inserted":"My","marks_before":[],"marks_after":[]}','Dr. Roe','2026-03-12 12:00:00.000000','5e16aaf23148a3018b68f6648228e8b7f7b62be05808766680a2d20e9d12064e');
INSERT INTO "operations" VALUES(2,1,2,'edit','more','{"at":2,"removed":"","inserted":" own","marks_before":[],"marks_after":[]}','Dr. Roe','2026-03-12 12:00:00.000000','72e98831c1f452034eb07eafcb63e9328a46e5e58adf9d94989aba5cd224a2ba');
INSERT INTO "operations" VALUES(3,1,3,'take_draft','do','{"expert":0,"change":{"at":0,"removed":"My own","inserted":"The heart is normal. No effusion.","marks_before":[],"marks_after":[{"start":0,"stop":33,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]}}','Dr. Roe','2026-03-12 12:01:00.000000','74f1e822bd45dd417bdad10201435e72792829fb152bf7227b504e696d8888e1');
INSERT INTO "operations" VALUES(4,1,4,'edit','undo','{"at":0,"removed":"The heart is normal. No effusion.","inserted":"My own","marks_before":[{"start":0,"stop":33,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}],"marks_after":[]}','Dr. Roe','2026-03-12 12:02:00.000000','3caf40a9349561ce9d0dd090b908fb75265a5b5a9f3d684677b357cc75313b83');
INSERT INTO "operations" VALUES(5,1,5,'take_draft','redo','{"expert":0,"change":{"at":0,"removed":"My own","inserted":"The heart is normal. No effusion.","marks_before":[],"marks_after":[{"start":0,"stop":33,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]}}','Dr. Roe','2026-03-12 12:03:00.000000','bd5491a85654f79acc36c581950e52ffff77b1f1f933dad58be7d0323d4265c7');
INSERT INTO "operations" VALUES(6,1,6,'edit','do','{"at":13,"removed":"normal","inserted":"größer 🫁","marks_before":[{"start":0,"stop":33,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}],"marks_after":[{"start":0,"stop":13,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"},{"start":21,"stop":35,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]}','Dr. Roe','2026-03-12 12:04:00.000000','713effc2519439365c5166232f1ccbb74cfba7ef635050b7c20c24faab6878e0');
INSERT INTO "operations" VALUES(7,2,1,'take_sentence','do','{"expert":0,"change":{"at":0,"removed":"","inserted":"No effusion.","marks_before":[],"marks_after":[{"start":0,"stop":12,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]}}','Dr. Poe','2026-03-12 12:00:00.000000','e0f9b5caef6ff4f5bd66e5dac0b951fe4ddac1c9ecb0cebd67151ad34a6cd43d');
CREATE TABLE panels (
	id INTEGER NOT NULL, 
	study_uid TEXT NOT NULL, 
	json TEXT NOT NULL, 
	bundle TEXT NOT NULL, 
	bundle_sha256 TEXT NOT NULL, 
	created DATETIME NOT NULL, seal VARCHAR(64) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_panels PRIMARY KEY (id), 
	CONSTRAINT fk_panels_study_uid_studies FOREIGN KEY(study_uid) REFERENCES studies (study_uid)
);
INSERT INTO "panels" VALUES(1,'1.2.3','{"drafts":[]}','phantom','abababababababababababababababababababababababababababababababab','2026-03-12 12:04:00.000000','3882d2be7847bc6ad1bed8a11bdc56ed3bb9e8e8592a2761109db8d72a7c66ce');
CREATE TABLE reviews (
	id INTEGER NOT NULL, 
	study_uid TEXT NOT NULL, 
	text TEXT NOT NULL, 
	marks TEXT NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	saved DATETIME, head VARCHAR(64) DEFAULT '' NOT NULL, seal VARCHAR(64) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_reviews PRIMARY KEY (id), 
	CONSTRAINT fk_reviews_study_uid_studies FOREIGN KEY(study_uid) REFERENCES studies (study_uid), 
	CONSTRAINT uq_reviews_study_uid UNIQUE (study_uid)
);
INSERT INTO "reviews" VALUES(1,'1.2.3','The heart is größer 🫁. No effusion.','[{"start":0,"stop":13,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"},{"start":21,"stop":35,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]','draft',6,'2026-03-12 12:03:00.000000','2026-03-12 12:05:00.000000','713effc2519439365c5166232f1ccbb74cfba7ef635050b7c20c24faab6878e0','7914e3fb66acb1392b5a0ce96ec6458360a5fead87a3f324284aec8f0c298c3b');
INSERT INTO "reviews" VALUES(2,'1.2.4','No effusion.','[{"start":0,"stop":12,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]','draft',1,'2026-03-12 12:07:00.000000','2026-03-12 12:08:00.000000','e0f9b5caef6ff4f5bd66e5dac0b951fe4ddac1c9ecb0cebd67151ad34a6cd43d','3a0fedd00886d5dcf284aa5f5554f12dfb0a07d9541612940dc7013900f951b6');
INSERT INTO "reviews" VALUES(3,'1.2.5','','[]','draft',0,'2026-03-12 12:10:00.000000',NULL,'f08cf8eaf2fef09eaeea91bf14d4980313a3fdbf7b5da567914f309b652578e6','c88733d100e9c3a13602187ddb1d1d17ab8c16342d53e7c096766061049181d8');
CREATE TABLE studies (
	study_uid TEXT NOT NULL, 
	name_alphabetic TEXT NOT NULL, 
	name_ideographic TEXT NOT NULL, 
	name_phonetic TEXT NOT NULL, 
	patient_id TEXT NOT NULL, 
	issuer TEXT NOT NULL, 
	birth_date TEXT NOT NULL, 
	sex TEXT NOT NULL, 
	study_date TEXT NOT NULL, 
	study_time TEXT NOT NULL, 
	accession_number TEXT NOT NULL, 
	description TEXT NOT NULL, 
	paths TEXT NOT NULL, 
	first_opened DATETIME NOT NULL, 
	last_opened DATETIME NOT NULL, seal VARCHAR(64) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_studies PRIMARY KEY (study_uid)
);
INSERT INTO "studies" VALUES('1.2.3','Doe^Jane','','','17','North','19600101','F','20260312','1159','A1','Chest PA and lateral','["films/doe"]','2026-03-12 12:02:00.000000','2026-03-12 12:02:00.000000','607e8743b01f0c8bf63e1abdc13cf49aacde44ed8a0cb230725e1d7c4482712d');
INSERT INTO "studies" VALUES('1.2.4','Roe^Richard','','','','','','','20260312','1159','A1','Chest PA and lateral','["films/doe"]','2026-03-12 12:06:00.000000','2026-03-12 12:06:00.000000','97194fbd807e999d482171587d0232a7cb9c14c90cffeda35e8829920271153f');
INSERT INTO "studies" VALUES('1.2.5','Doe^Jane','','','17','North','19600101','F','20260312','1159','A1','Chest PA and lateral','["films/doe"]','2026-03-12 12:09:00.000000','2026-03-12 12:09:00.000000','e3251f2ceb52f56f2c3199d779960b6ca0185dcb47657d463c3899bc95f531a2');
CREATE INDEX ix_panels_study_uid ON panels (study_uid);
CREATE TRIGGER operations_no_update BEFORE UPDATE ON operations BEGIN SELECT RAISE(ABORT, 'operations are only added to'); END;
CREATE TRIGGER panels_no_update BEFORE UPDATE ON panels BEGIN SELECT RAISE(ABORT, 'panels are only added to'); END;
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit are only added to'); END;
CREATE TRIGGER operations_no_delete BEFORE DELETE ON operations BEGIN SELECT RAISE(ABORT, 'operations are only added to'); END;
CREATE TRIGGER panels_no_delete BEFORE DELETE ON panels BEGIN SELECT RAISE(ABORT, 'panels are only added to'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit are only added to'); END;
CREATE TRIGGER audit_chains_no_delete BEFORE DELETE ON audit_chains BEGIN SELECT RAISE(ABORT, 'audit_chains are only added to'); END;
CREATE TRIGGER reviews_no_delete BEFORE DELETE ON reviews BEGIN SELECT RAISE(ABORT, 'reviews are only added to'); END;
CREATE TRIGGER studies_no_delete BEFORE DELETE ON studies BEGIN SELECT RAISE(ABORT, 'studies are only added to'); END;
CREATE TRIGGER reviews_signed BEFORE UPDATE ON reviews WHEN OLD.status IN ('signed', 'addended') AND (NEW.text IS NOT OLD.text OR NEW.marks IS NOT OLD.marks) BEGIN SELECT RAISE(ABORT, 'a signed report stays as it is'); END;
COMMIT;
