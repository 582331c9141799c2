"""Pictures of levels: each game as its players know it. Shapes are data; two backends draw them, PNG and SVG."""
