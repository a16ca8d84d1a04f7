import express from "express";

express().use(express.static("dist")).listen(process.env.PORT);
