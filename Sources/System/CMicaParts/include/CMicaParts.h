/* Parts of Mica that a program may link or leave out, such as videos. A part adds itself before main, by a constructor;
   a module that can use parts starts them before it looks for one. */
#ifndef CMICAPARTS_H
#define CMICAPARTS_H

/* Adds a part, by the function that starts it. There are at most 16; more are left out. */
void mica_add_part(void (*_Nonnull start)(void));

/* Starts the parts that have been added, each once. Any thread may call it. */
void mica_start_parts(void);

#endif
