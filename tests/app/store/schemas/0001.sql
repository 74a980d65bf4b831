BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE operations (
	id INTEGER NOT NULL, 
	review_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	json TEXT NOT NULL, 
	author TEXT NOT NULL, 
	time DATETIME NOT NULL, 
	CONSTRAINT pk_operations PRIMARY KEY (id), 
	CONSTRAINT fk_operations_review_id_reviews FOREIGN KEY(review_id) REFERENCES reviews (id), 
	CONSTRAINT uq_operations_review_id_seq UNIQUE (review_id, seq)
);
INSERT INTO "operations" VALUES(1,1,1,'edit','do','{"at":0,"removed":"","inserted":"My","marks_before":[],"marks_after":[]}','Dr. Roe','2026-03-12 12:00:00.000000');
INSERT INTO "operations" VALUES(2,1,2,'edit','more','{"at":2,"removed":"","inserted":" own","marks_before":[],"marks_after":[]}','Dr. Roe','2026-03-12 12:00:00.000000');
INSERT INTO "operations" VALUES(3,1,3,'take_draft','do','{"expert":0,"change":{"at":0,"removed":"My own","inserted":"The heart is normal. No effusion.","marks_before":[],"marks_after":[{"start":0,"stop":33,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]}}','Dr. Roe','2026-03-12 12:01:00.000000');
INSERT INTO "operations" VALUES(4,1,4,'edit','undo','{"at":0,"removed":"The heart is normal. No effusion.","inserted":"My own","marks_before":[{"start":0,"stop":33,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}],"marks_after":[]}','Dr. Roe','2026-03-12 12:02:00.000000');
INSERT INTO "operations" VALUES(5,1,5,'take_draft','redo','{"expert":0,"change":{"at":0,"removed":"My own","inserted":"The heart is normal. No effusion.","marks_before":[],"marks_after":[{"start":0,"stop":33,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]}}','Dr. Roe','2026-03-12 12:03:00.000000');
INSERT INTO "operations" VALUES(6,1,6,'edit','do','{"at":13,"removed":"normal","inserted":"größer 🫁","marks_before":[{"start":0,"stop":33,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}],"marks_after":[{"start":0,"stop":13,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"},{"start":21,"stop":35,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]}','Dr. Roe','2026-03-12 12:04:00.000000');
INSERT INTO "operations" VALUES(7,2,1,'take_sentence','do','{"expert":0,"change":{"at":0,"removed":"","inserted":"No effusion.","marks_before":[],"marks_after":[{"start":0,"stop":12,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]}}','Dr. Poe','2026-03-12 12:00:00.000000');
CREATE TABLE panels (
	id INTEGER NOT NULL, 
	study_uid TEXT NOT NULL, 
	json TEXT NOT NULL, 
	bundle TEXT NOT NULL, 
	bundle_sha256 TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	CONSTRAINT pk_panels PRIMARY KEY (id), 
	CONSTRAINT fk_panels_study_uid_studies FOREIGN KEY(study_uid) REFERENCES studies (study_uid)
);
INSERT INTO "panels" VALUES(1,'1.2.3','{"drafts":[]}','phantom','abababababababababababababababababababababababababababababababab','2026-03-12 12:04:00.000000');
CREATE TABLE reviews (
	id INTEGER NOT NULL, 
	study_uid TEXT NOT NULL, 
	text TEXT NOT NULL, 
	marks TEXT NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	saved DATETIME, 
	CONSTRAINT pk_reviews PRIMARY KEY (id), 
	CONSTRAINT fk_reviews_study_uid_studies FOREIGN KEY(study_uid) REFERENCES studies (study_uid), 
	CONSTRAINT uq_reviews_study_uid UNIQUE (study_uid)
);
INSERT INTO "reviews" VALUES(1,'1.2.3','The heart is größer 🫁. No effusion.','[{"start":0,"stop":13,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"},{"start":21,"stop":35,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]','draft',6,'2026-03-12 12:03:00.000000','2026-03-12 12:05:00.000000');
INSERT INTO "reviews" VALUES(2,'1.2.4','No effusion.','[{"start":0,"stop":12,"expert":0,"letter":"A","bundle":"phantom","bundle_sha256":"abababababababababababababababababababababababababababababababab"}]','draft',1,'2026-03-12 12:07:00.000000','2026-03-12 12:08:00.000000');
INSERT INTO "reviews" VALUES(3,'1.2.5','','[]','draft',0,'2026-03-12 12:10:00.000000',NULL);
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
	last_opened DATETIME NOT NULL, 
	CONSTRAINT pk_studies PRIMARY KEY (study_uid)
);
INSERT INTO "studies" VALUES('1.2.3','Doe^Jane','','','17','North','19600101','F','20260312','1159','A1','Chest PA and lateral','["films/doe"]','2026-03-12 12:02:00.000000','2026-03-12 12:02:00.000000');
INSERT INTO "studies" VALUES('1.2.4','Roe^Richard','','','','','','','20260312','1159','A1','Chest PA and lateral','["films/doe"]','2026-03-12 12:06:00.000000','2026-03-12 12:06:00.000000');
INSERT INTO "studies" VALUES('1.2.5','Doe^Jane','','','17','North','19600101','F','20260312','1159','A1','Chest PA and lateral','["films/doe"]','2026-03-12 12:09:00.000000','2026-03-12 12:09:00.000000');
CREATE INDEX ix_panels_study_uid ON panels (study_uid);
COMMIT;
