/* usage: forking WHAT inside|between P: the last of P processes forks inside a section, or process 0 between two. The
 * child calls WHAT, of the BSPlib or exit, and the parent goes on. Prints how the child ended, and then "right" if all
 * went well. */
#include <bsp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { patience_seconds = 60 };

static const char* what;
static int inside;
static bsp_nprocs_t processes;
static int status_of_child = -1;

static void section_of_child(void)
{
    bsp_begin(2);
    bsp_sync();
    bsp_end();
}

static void be_child(void)
{
    alarm(patience_seconds); /* instead of waiting for ever */
    if (strcmp(what, "bsp_sync") == 0) bsp_sync();
    if (strcmp(what, "bsp_abort") == 0) bsp_abort("the child has had enough");
    if (strcmp(what, "exit") == 0) exit(0);
    if (strcmp(what, "bsp_begin") == 0) {
        bsp_init(section_of_child, 0, NULL);
        section_of_child();
    }
    _exit(0);
}

/* How the child ended. */
static int status_after_fork(void)
{
    const pid_t child = fork();
    if (child == 0) be_child();
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) bsp_abort("there was no child");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void section(void)
{
    bsp_begin(processes);
    const bsp_pid_t last = bsp_nprocs() - 1;
    int status = -1;
    bsp_push_reg(&status, sizeof status);
    bsp_sync();
    if (inside && bsp_pid() == last) {
        const int found = status_after_fork();
        bsp_put(0, &found, &status, 0, sizeof found);
    }
    bsp_sync();
    if (inside && bsp_pid() == 0) status_of_child = status;
    bsp_end();
}

int main(int argc, char** argv)
{
    if (argc != 4) return 99;
    what = argv[1];
    inside = strcmp(argv[2], "inside") == 0;
    processes = (bsp_nprocs_t)atoi(argv[3]);
    bsp_init(section, argc, argv);
    section();
    if (!inside) {
        status_of_child = status_after_fork();
        section();
    }
    printf("the child's status was %d\nright\n", status_of_child);
    return 0;
}
